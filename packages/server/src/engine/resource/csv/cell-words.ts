import { type Field, type ImportAdjustments, plainWord } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'

type Words = ReadonlyMap<string, string>

/** What words in cells stand for, whatever their case and punctuation. They are prepared once for all cells of a file. */
export class CellWords {
  readonly #sent: ReadonlyMap<string, Words>
  readonly #choices: ReadonlyMap<string, Words>
  readonly #yes: ReadonlySet<string>
  readonly #no: ReadonlySet<string>

  /** @param sent words of the sender for choices of fields */
  constructor(fields: Readonly<Record<string, Field>>, sent: ImportAdjustments['words']) {
    this.#sent = new Map(Object.entries(sent).map(([name, words]) => [name, plainWords(Object.entries(words))]))
    this.#choices = new Map(
      Object.entries(fields).flatMap(([name, { choices }]) =>
        choices === undefined ? [] : [[name, wordsOf(choices)]],
      ),
    )
    this.#yes = new Set(['true', 'yes', '1', plainWord(t('general.yes')), plainWord(t('server.trueInSheets'))])
    this.#no = new Set(['false', 'no', '0', plainWord(t('resource.no')), plainWord(t('server.falseInSheets'))])
  }

  /** The value that a word of the sender stands for, or the text itself. */
  valueOf(name: string, text: string): string {
    const words = this.#sent.get(name)
    return words?.get(plainWord(text)) ?? text
  }

  /** Yes or no as programs and people write it, in English and in the language of the reader. */
  truthOf(text: string): boolean | undefined {
    const plain = plainWord(text)
    if (this.#yes.has(plain)) return true
    return this.#no.has(plain) ? false : undefined
  }

  /** A choice by its value or its word. */
  choiceOf(name: string, choices: readonly string[], text: string): string | undefined {
    return choices.includes(text) ? text : this.#choices.get(name)?.get(plainWord(text))
  }
}

function wordsOf(choices: readonly string[]): Words {
  return plainWords(
    choices.flatMap((choice) => [
      [choice, choice],
      [declared(choice), choice],
    ]),
  )
}

/** Of several words that are the same when plain, the first decides. */
function plainWords(words: readonly (readonly [string, string])[]): Words {
  return new Map(words.map(([word, value]) => [plainWord(word), value] as const).toReversed())
}
