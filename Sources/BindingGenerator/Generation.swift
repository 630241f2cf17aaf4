/// Writes the bindings of a `BindingModel.Library`.
enum Generation {}
