import { isNumberId } from "../../core/model/id.ts";
import { HumanError } from "../dialog/present.ts";

/** `given` as an id, be it a text of digits; throws a HumanError in the words of `otherwise` when it is none. */
export function checkedId(given: unknown, otherwise: (given: unknown) => string): number {
  const number = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
  if (!isNumberId(number)) {
    throw new HumanError(otherwise(given));
  }
  return number;
}

/** The same of what people also write with a mark: `#512`. */
export function checkedReference(given: unknown, otherwise: (given: unknown) => string): number {
  return checkedId(typeof given === "string" ? given.replace(/^#(?=\d+$)/, "") : given, () => otherwise(given));
}
