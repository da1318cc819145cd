/**
 * Marks an English sentence that is stored or crosses a thread, where the language of its reader is not known yet.
 * Whoever answers it passes it through `declared()`. `scripts/i18n` finds each by this tag and asks for its translations.
 * @example sentence`${host} does not answer.` // in the catalogue of a language: '{0} does not answer.'
 */
export function sentence(parts: TemplateStringsArray, ...values: readonly (string | number | undefined)[]): string {
  return String.raw({ raw: parts }, ...values)
}
