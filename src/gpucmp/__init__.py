"""Advise whether a GPU workload belongs on own machines, in the cloud, or on both."""
