/** What was kept of one output stream of a child process, as files that wait to become a Diagnostic Log. */

/** Bytes kept of a stream: all of it, or this much split evenly into its beginning and its end. */
export const CAPTURE_LIMIT = 8 * 1024 * 1024;

export interface CapturedSegment {
  /** Absolute path of the file, mode 0600, that holds exactly these bytes. */
  readonly file: string;
  /** Where the segment begins in the stream. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

export interface CapturedStream {
  /** Bytes that the child wrote, kept or not. */
  readonly totalBytes: number;
  /**
   * One segment when all was kept, also for an empty stream; else the first 4 MiB and the last 4 MiB. None where there
   * was no room to keep anything.
   */
  readonly segments: readonly CapturedSegment[];
}

export interface CapturedStreams {
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
}
