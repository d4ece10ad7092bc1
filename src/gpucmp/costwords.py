"""The names of what a cost consists of and follows from, and its formulas, in both languages."""

from collections.abc import Mapping

from gpucmp.text import Text

PARTS: Mapping[str, Text] = {
    "capital": Text("capital", "资本"),
    "room_works": Text("room works", "机房改造"),
    "power": Text("power", "电费"),
    "space": Text("space", "机位"),
    "maintenance": Text("maintenance", "维保"),
    "spares": Text("spares", "备件"),
    "people": Text("people", "运维人力"),
    "software": Text("software", "软件许可"),
    "other": Text("other running", "其他运行费"),
    "unavailable_hours": Text("unavailable hours", "不可用时长"),
    "rent": Text("rent", "租金"),
    "storage": Text("storage", "存储"),
    "egress": Text("egress", "出站流量"),
    "support": Text("support", "支持服务"),
    "cloud_people": Text("cloud people", "云上人力"),
    "second_site": Text("second site", "双站点"),
}
"""The parts of a total, in the order in which they are shown."""

LEFT_OUT: Mapping[str, Text] = {
    "room works": Text("works on the room (power, cooling)", "机房改造（供电、冷却）"),
    "software licenses": Text("software licenses", "软件许可"),
    "cloud storage": Text("storage in the cloud", "云存储"),
    "egress": Text("egress", "出站流量"),
    "traffic between sites": Text("traffic between the two sites of a hybrid", "混合两地间流量"),
}
"""What totals may leave out; a profile that states the number brings it in."""

LEFT_OUT_INPUTS: Mapping[str, str] = {
    "room works": "prices.owned.room_works",
    "software licenses": "prices.owned.software_per_gpu_year",
    "cloud storage": "data.stored_tb",
    "egress": "data.egress_tb_per_month",
}
"""The field of a profile that brings in what is left out."""

INPUTS: Mapping[str, Text] = {
    "as_of": Text("Prices that the profile states", "画像所填价格"),
    "demand.gpus": Text("GPUs", "GPU 数"),
    "demand.utilization_percent": Text("Utilization", "利用率"),
    "demand.horizon_months": Text("Horizon", "期限"),
    "demand.growth_percent_per_year": Text("Growth of demand", "需求年增长"),
    "demand.peak_gpus": Text("GPUs at the peak", "峰值 GPU 数"),
    "demand.peak_to_mean": Text("Peak over mean", "峰均比"),
    "demand.deferrable_percent": Text("Work that can wait", "可推迟任务占比"),
    "demand.deferrable_hours": Text("Hours that it can wait", "可推迟时长"),
    "hardware.existing_gpus": Text("GPUs owned already", "已有 GPU 数"),
    "hardware.existing_end_of_life_months": Text("Life left in them", "已有 GPU 剩余寿命"),
    "owned.operators_fte": Text("People for own servers", "自有服务器运维人力"),
    "cloud.operators_fte": Text("People in the cloud", "云上运维人力"),
    "hardware.gpus_per_server": Text("GPUs in a server", "每台服务器 GPU 数"),
    "owned.server_price": Text("Price of a server", "服务器价格"),
    "owned.opex_per_server_hour": Text("Running costs of a server", "服务器运行费"),
    "cloud.on_demand_per_gpu_hour": Text("Price on demand", "按量价格"),
    "cloud.reserved_1y_per_gpu_hour": Text("Price reserved for 1 year", "包年 1 年价格"),
    "cloud.reserved_3y_per_gpu_hour": Text("Price reserved for 3 years", "包年 3 年价格"),
    "cloud.spot_per_gpu_hour": Text("Price of spot", "竞价价格"),
    "cloud.dedicated_per_gpu_hour": Text("Price of dedicated", "专属实例价格"),
    "cloud.serverless_per_gpu_hour": Text("Price of serverless", "Serverless 价格"),
    "cloud.private_deployment_per_gpu_hour": Text(
        "Price of a private deployment", "私有化部署价格"
    ),
    "data.stored_tb": Text("Data stored", "存储数据量"),
    "data.egress_tb_per_month": Text("Data sent out", "出站数据量"),
}
"""Numbers whose default, if they have one, has another name."""

UNITS: tuple[tuple[str, Text], ...] = (
    ("_percent_per_year", Text("% a year", "%/年")),
    ("_percent", Text("%", "%")),
    ("_per_gpu_hour", Text("{money}/GPU-hour", "{money}/GPU 时")),
    ("_per_kwh", Text("{money}/kWh", "{money}/kWh")),
    ("_per_kw_month", Text("{money}/kW-month", "{money}/kW·月")),
    ("_per_gb", Text("{money}/GB", "{money}/GB")),
    ("_per_tb_month", Text("{money}/TB-month", "{money}/TB·月")),
    ("_per_gpu_year", Text("{money}/GPU-year", "{money}/GPU·年")),
    ("_per_server_hour", Text("{money}/hour", "{money}/小时")),
    ("_cost_per_year", Text("{money}/year", "{money}/年")),
    ("_price", Text("{money}", "{money}")),
    ("room_works", Text("{money}", "{money}")),
    ("_tb_per_month", Text("TB/month", "TB/月")),
    ("_tb", Text("TB", "TB")),
    ("_kw", Text("kW", "kW")),
    ("_fte", Text("FTE", "人")),
    ("_fte.least", Text("FTE", "人")),
    ("_years", Text("years", "年")),
    ("hours_per_month", Text("hours", "小时")),
    ("_hours", Text("hours", "小时")),
    ("_months", Text("months", "月")),
    ("servers_per_operator", Text("servers", "台")),
    ("gpus_per_operator", Text("GPUs", "张")),
    ("gpus", Text("GPUs", "张")),
)
"""Units by the end of a number's path, the longer ends first."""

FORMULAS: Mapping[str, Text] = {
    "capital": Text(
        "servers × (price × (1 + network + storage) − residual value) ÷ years of use, a year; "
        "years of use: the horizon, at most the useful life. The net present value takes the "
        "annuity at the discount rate instead",
        "服务器数 × （价格 × （1 + 网络 + 存储） − 残值） ÷ 使用年数，按年计；使用年数为期限，"
        "不超过使用年限。净现值改用按折现率计算的年金",
    ),
    "room_works": Text(
        "works on the room ÷ their life, a year, once any server is owned",
        "只要自有服务器：机房改造 ÷ 其使用年限，按年计",
    ),
    "power": Text(
        "(servers × idle power × all hours + used server-hours × (busy − idle power)) × PUE × "
        "electricity",
        "（服务器数 × 空闲功率 × 全部小时 + 使用的服务器时 × （忙时 − 空闲功率）） × PUE × 电价",
    ),
    "space": Text(
        "servers × busy power × colocation rent × 12, a year",
        "服务器数 × 忙时功率 × 托管费 × 12，按年计",
    ),
    "maintenance": Text(
        "servers × price × maintenance, a year", "服务器数 × 价格 × 维保比例，按年计"
    ),
    "spares": Text("servers × price × spares, a year", "服务器数 × 价格 × 备件比例，按年计"),
    "people": Text(
        "people × cost of an operator, a year; people: as stated, else the larger of the least "
        "crew and servers ÷ servers that one person operates",
        "人数 × 运维人员年成本，按年计；人数：所填值，否则取人力下限与“服务器数 ÷ 每人负责台数”"
        "中较大者",
    ),
    "software": Text(
        "servers × GPUs in a server × licenses, a year",
        "服务器数 × 每台 GPU 数 × 许可费，按年计",
    ),
    "other": Text(
        "servers × hours × stated running costs; hours: all, or those used, as opex_basis says",
        "服务器数 × 小时 × 所填运行费；小时：按 opex_basis 取全部或已使用",
    ),
    "unavailable_hours": Text(
        "(1 ÷ availability − 1) × the yearly parts above that do not depend on use: capacity to "
        "make up for servers that are down",
        "（1 ÷ 可用率 − 1） × 上述与使用量无关的年度费用：为停机预留的容量",
    ),
    "rent": Text(
        "each GPU of the load duration curve, bought the cheapest way for its load factor. Paid "
        "by use: used hours × price × (1 + unused), spot ÷ (1 − lost). Paid for every hour: all "
        "hours × price, a term to its end",
        "负荷持续曲线上的每张 GPU 按其负荷率选最便宜的方式。按量：使用小时 × 价格 × （1 + 闲置），"
        "竞价 ÷ （1 − 损失）。包年与专属：全部小时 × 价格，付满合同期",
    ),
    "storage": Text(
        "data stored × price of cloud storage × months", "存储数据量 × 云存储价格 × 月数"
    ),
    "egress": Text(
        "data sent out each month, through the tiers of the price, × months",
        "每月出站数据量按阶梯价计费 × 月数",
    ),
    "support": Text(
        "support plan × (rent + storage + egress)", "支持费率 × （租金 + 存储 + 出站）"
    ),
    "cloud_people": Text(
        "people × cost of an operator, a year; people: as stated, else the larger of the least "
        "and peak GPUs ÷ GPUs that one person operates",
        "人数 × 运维人员年成本，按年计；人数：所填值，否则取下限与"
        "“峰值 GPU ÷ 每人负责张数”中较大者",
    ),
    "second_site": Text(
        "people for running two sites × cost of an operator, a year, where both are used",
        "两边都用时：双站点额外人力 × 运维人员年成本，按年计",
    ),
    "total": Text(
        "the sum of the parts over the horizon, undiscounted; demand grows year by year",
        "各部分在期限内之和，不折现；需求逐年增长",
    ),
    "npv": Text(
        "the sum of each year's costs ÷ (1 + discount rate) ^ years",
        "各年费用 ÷ （1 + 折现率） ^ 年数 之和",
    ),
    "per_gpu_hour": Text(
        "net present value ÷ GPU-hours used, discounted likewise",
        "净现值 ÷ 同样折现的已用 GPU 时",
    ),
    "utilization": Text(
        "the utilization at which owning everything and renting everything that way have the "
        "same net present value: both are straight lines over utilization",
        "全部自有与全部按该方式租用净现值相等时的利用率：两者都是利用率的直线",
    ),
    "months": Text(
        "the month in which the cash paid for owning (purchases when they are made, running "
        "costs; what is left at the end is not sold) falls below that paid for renting; "
        "undiscounted",
        "自有的累计现金支出（购置时付款，加运行费；期末不转售）低于租用的月份；不折现",
    ),
    "cloud_price": Text(
        "the price per GPU-hour at which renting everything that way has the net present value "
        "of owning everything, at the profile's utilization",
        "在画像的利用率下，使全部租用与全部自有净现值相等的每 GPU 时价格",
    ),
    "mix": Text(
        "every number of owned servers is costed, the rest rented the cheapest way; the least "
        "net present value wins, before what a second site costs",
        "逐一计算自有服务器的每种台数，其余按最便宜的方式租用；取净现值最低者，未计双站点费用",
    ),
}
"""How each figure is computed, in words."""

FEEDS: Mapping[str, tuple[str, ...]] = {
    "capital": (
        "demand.gpus",
        "demand.peak_gpus",
        "hardware.gpus_per_server",
        "hardware.existing_gpus",
        "hardware.existing_end_of_life_months",
        "owned.server_price",
        "owned.network_percent",
        "owned.storage_percent",
        "owned.residual_percent",
        "owned.life_years",
        "demand.horizon_months",
    ),
    "room_works": ("owned.room_works", "owned.room_works_life_years"),
    "power": (
        "owned.power_idle_kw",
        "owned.power_busy_kw",
        "owned.pue",
        "colocated.pue",
        "owned.electricity_per_kwh",
        "hours_per_month",
        "demand.utilization_percent",
    ),
    "space": ("owned.power_busy_kw", "owned.colocation_per_kw_month"),
    "maintenance": ("owned.server_price", "owned.maintenance_percent_per_year"),
    "spares": ("owned.server_price", "owned.spares_percent"),
    "people": (
        "owned.operators_fte",
        "owned.operators_fte.least",
        "owned.servers_per_operator",
        "owned.operator_cost_per_year",
    ),
    "software": ("hardware.gpus_per_server", "owned.software_per_gpu_year"),
    "other": ("owned.opex_per_server_hour", "hours_per_month", "demand.utilization_percent"),
    "unavailable_hours": ("owned.availability_percent",),
    "rent": (
        "demand.gpus",
        "demand.utilization_percent",
        "demand.peak_gpus",
        "demand.peak_to_mean",
        "demand.deferrable_percent",
        "demand.deferrable_hours",
        "demand.growth_percent_per_year",
        *(path for path in INPUTS if path.endswith("_per_gpu_hour")),
        "cloud.unused_percent",
        "cloud.spot_lost_percent",
        "price_trend_percent_per_year",
        "hours_per_month",
    ),
    "storage": ("data.stored_tb", "cloud.storage_per_tb_month"),
    "egress": ("data.egress_tb_per_month", "cloud.egress_per_gb"),
    "support": ("cloud.support_percent",),
    "cloud_people": (
        "cloud.operators_fte",
        "cloud.operators_fte.least",
        "cloud.gpus_per_operator",
        "owned.operator_cost_per_year",
    ),
    "second_site": ("second_site_operators_fte", "owned.operator_cost_per_year"),
    "npv": ("discount_rate_percent",),
}
"""The numbers that each figure follows from."""
