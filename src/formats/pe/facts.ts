/** The facts of PE files that no other format has. */

/** What only PE files say about how they were built. */
export interface PeFacts {
  /** `14.29`; absent in objects. */
  readonly linkerVersion?: string;
  /** `windows_console`, `native`... or a number; absent in objects. */
  readonly subsystem?: string;
  /** Time stamp of the file header as it stands: seconds since 1970, or a hash. */
  readonly timestamp: number;
  /** The time stamp is a hash of the content. */
  readonly reproducible: boolean;
  /** Tools that made the objects, from the Rich header. */
  readonly rich?: RichHeader;
  /** Program database that belongs to the file. */
  readonly pdb?: ProgramDatabase;
  /** Kinds of entries of the debug directory, each once. */
  readonly debugEntries: readonly string[];
  readonly version?: VersionInformation;
  /** Application manifest as it stands. */
  readonly manifest?: string;
  /** Embedded resources by type. */
  readonly resources: readonly { readonly type: string; readonly count: number; readonly size: number }[];
  /** Authenticode signature, not verified. */
  readonly signature?: Signature;
  readonly importHash?: string;
  /** What follows the last section, symbols and certificates left out. */
  readonly overlay?: { readonly offset: number; readonly size: number; readonly entropy: number };
  /** Version of the .NET runtime that the file asks for. */
  readonly managed?: string;
}

export interface RichHeader {
  /** In the order of the header. */
  readonly tools: readonly { readonly product: string; readonly build: number; readonly count: number }[];
  /** Its checksum is right. */
  readonly intact: boolean;
}

export interface ProgramDatabase {
  readonly path: string;
  /** With dashes; of the oldest form a time stamp of eight digits. */
  readonly guid: string;
  readonly age: number;
}

export interface VersionInformation {
  /** `1.2.3.4` of the fixed part. */
  readonly fileVersion?: string;
  /** Texts of the first language. */
  readonly texts: readonly { readonly key: string; readonly value: string }[];
}

export interface Signature {
  /** File offset and bytes of the certificate table. */
  readonly offset: number;
  readonly size: number;
  /** `sha256`... or the object identifier. */
  readonly digest?: string;
  /** Common name of the signer; absent when its certificate is not there. */
  readonly subject?: string;
  readonly issuer?: string;
  /** Hexadecimal. */
  readonly serial?: string;
}
