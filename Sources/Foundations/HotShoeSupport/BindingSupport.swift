/// Locks, threads and callback queues: the part of this module that any package with bindings may use.
@_exported public import BindingSupport
