import { badRequest } from "../server/answer.ts";
import { isObject, type JsonObject } from "./json.ts";

/** Reads the declared parameters of a body and refuses what does not fit, in the words of the service's framework. */
export function requiredError(name: string): Error {
  return badRequest(`\`${name}\` is required.`);
}

export function invalidError(name: string, expected?: string): Error {
  return badRequest(`Invalid value specified for \`${name}\`${expected === undefined ? "" : `. ${expected}`}`);
}

const integerText = /^[+-]?\d+$/;

/** 12 and `"12"` are integers; `"abc"`, 12.5 and true are not. Undefined when it is none. */
export function toInteger(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isInteger(value)) {
    return value;
  }
  return typeof value === "string" && integerText.test(value) ? Number(value) : undefined;
}

export function integer(value: unknown, name: string): number {
  const number = toInteger(value);
  if (number === undefined) {
    throw invalidError(name, "Expecting integer value");
  }
  return number;
}

export function requiredInteger(object: JsonObject, key: string, name: string): number {
  if (object[key] === undefined || object[key] === null || object[key] === "") {
    throw requiredError(name);
  }
  return integer(object[key], name);
}

/** A declared string is trimmed, by what PHP takes for blanks. */
export function string(value: unknown, name: string): string {
  if (typeof value !== "string") {
    throw invalidError(name, "Expecting alpha numeric value");
  }
  return value.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, "");
}

export function requiredString(object: JsonObject, key: string, name: string): string {
  if (object[key] === undefined || object[key] === null || object[key] === "") {
    throw requiredError(name);
  }
  return string(object[key], name);
}

export function boolean(value: unknown, name: string): boolean {
  if (value === true || value === "true" || value === 1 || value === "1") {
    return true;
  }
  if (value === false || value === "false" || value === 0 || value === "0") {
    return false;
  }
  throw invalidError(name, "Expecting boolean value");
}

export function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw invalidError(name);
  }
  return value;
}

export function object(value: unknown, name: string): JsonObject {
  if (!isObject(value)) {
    throw invalidError(name);
  }
  return value;
}
