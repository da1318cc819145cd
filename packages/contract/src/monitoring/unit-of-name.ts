/** The unit that the name of a reading ends with: `Jaw (°C)`, `Jaw [bar]`; undefined where it ends with none. */
export function unitOfName(name: string): string | undefined {
  return /[([]([^()[\]]{1,12})[)\]]\s*$/.exec(name)?.[1]?.trim()
}
