package import CameraModel
package import PTPProperties

/// A vendor's additions to the standard that ``StandardConnection`` applies, as data.
package struct StandardExtension: Sendable {
    /// Meaning of the properties, the standard's and the vendor's.
    package var properties: PropertyTable
    /// Capabilities that the vendor's operations add.
    package var capabilities: CapabilityTable
    /// Command categories that the vendor adds.
    package var categories: CommandCategories

    /// Creates an extension; by default nothing is added.
    package init(
        properties: PropertyTable = StandardProperties.table,
        capabilities: CapabilityTable = [],
        categories: CommandCategories = []
    ) {
        (self.properties, self.capabilities, self.categories) = (properties, capabilities, categories)
    }
}
