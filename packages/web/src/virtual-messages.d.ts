declare module 'virtual:messages' {
  /** Every language with texts, English first. */
  export const languages: readonly [string, ...string[]]
  /** Those that people choose from: the languages of the catalogue without those for tests. */
  export const offeredLanguages: readonly string[]
  /** The texts of a language by the ids of the build; undefined for English, whose texts are in the code. */
  export function loadTexts(language: string): Promise<
    | {
        messages: Readonly<Record<string, import('@packhouse/messages/formatter').CompiledMessage>>
        declared: Readonly<Record<string, string>>
      }
    | undefined
  >
}
