"""The one process on a machine that talks to models, for all jobs of a run.

Jobs come and go, and may be killed; the gateway keeps what has to be shared and to last: one connection
pool, one limit and one budget for all jobs together, the life of a managed server, and the replies that
are under way when a job dies. It starts with the first job and ends when no job and no run needs it.
"""

from backends.gateway.client import Connection, GatewayProvider, connect, introduce

__all__ = ["Connection", "GatewayProvider", "connect", "introduce"]
