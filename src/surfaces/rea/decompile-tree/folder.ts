/** The folder that a tree is written into. Every file takes its place at once, so that what is there is whole. */
import { lstat, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { Failure } from "../../../base/failure.ts";
import { makeDirectories } from "../../../process/directories.ts";

export const FUNCTIONS = "functions";
export const INDEX = "index.json";

export class Folder {
  readonly path: string;

  private constructor(folder: string) {
    this.path = folder;
  }

  /** Makes it when it is missing. Rejects with `output_unwritable`, also when something else than a tree is there. */
  static async open(folder: string): Promise<Folder> {
    const opened = new Folder(path.resolve(folder));
    await opened.#guarded(async () => {
      makeDirectories(opened.path, 0o777);
      const names = await readdir(opened.path);
      if (names.length > 0 && !names.includes(INDEX)) throw opened.#refusal("it is not empty and holds no tree of rea");
      makeDirectories(path.join(opened.path, FUNCTIONS), 0o777);
      const state = await lstat(path.join(opened.path, FUNCTIONS));
      if (!state.isDirectory()) throw opened.#refusal(`${FUNCTIONS} in it is no folder`);
    });
    return opened;
  }

  /** The file's text; `undefined` when it is missing, or something else than a file. */
  async read(name: string): Promise<string | undefined> {
    const file = path.join(this.path, name);
    try {
      const state = await lstat(file);
      return state.isFile() ? await readFile(file, "utf8") : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes the file, or puts it in the place of the one that is there. Rejects with `output_unwritable`. */
  async write(name: string, text: string): Promise<void> {
    await this.#guarded(async () => {
      const draft = path.join(this.path, `.draft-${process.pid}`);
      await writeFile(draft, text);
      await rename(draft, path.join(this.path, name));
    });
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Failure || !(error instanceof Error) || !("code" in error)) throw error;
      throw this.#refusal(String(error.code), error);
    }
  }

  #refusal(reason: string, cause?: unknown): Failure {
    const message = `the tree cannot be written to ${this.path}: ${reason}`;
    return new Failure("output_unwritable", message, { path: this.path, reason }, cause);
  }
}
