/// Reads the public API of Swift modules into a `BindingModel.Library`.
enum Extraction {}
