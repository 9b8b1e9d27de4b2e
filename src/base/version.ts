/** Version of this package, the one place that reads it. */
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
