package import CameraModel
package import PTPProperties

/// A vendor's additions to the standard that ``StandardConnection`` applies, as data.
package struct StandardExtension: Sendable {
    /// Meaning of the properties, the standard's and the vendor's.
    package var properties: PropertyTable
    /// Capabilities that the vendor's operations add.
    package var capabilities: CapabilityTable
    /// Capabilities that settable properties add.
    package var propertyCapabilities: [(CameraCapabilities, PropertyIdentifier)]
    /// Command categories that the vendor adds.
    package var categories: CommandCategories

    /// Creates an extension; by default nothing is added.
    package init(
        properties: PropertyTable = StandardProperties.table,
        capabilities: CapabilityTable = [],
        propertyCapabilities: [(CameraCapabilities, PropertyIdentifier)] = [],
        categories: CommandCategories = []
    ) {
        (self.properties, self.capabilities, self.categories) = (properties, capabilities, categories)
        self.propertyCapabilities = propertyCapabilities
    }
}
