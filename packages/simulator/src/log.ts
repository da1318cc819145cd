/** Prints one line about what the simulator does, on standard output. */
export function log(line: string): void {
  // biome-ignore lint/suspicious/noConsole: the only place of a command-line program that speaks to its user
  console.log(`Simulator: ${line}`)
}
