/**
 * Makes zod interpret schemas instead of compiling each into a function: a command validates so little that compiling
 * costs more than it saves. Takes effect on schemas that are made later, so it is loaded before anything that has one.
 */
import { config } from "zod";

config({ jitless: true });
