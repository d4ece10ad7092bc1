"""The GPUs that infrastructure code asks for: Terraform plans, Kubernetes, SkyPilot."""
