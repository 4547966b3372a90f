# Raises its own limits.
# ended: error
# verdict: ValueError
import resource

resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
