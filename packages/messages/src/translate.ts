import type { GetICUArgs } from '@schummar/icu-type-parser'
import type { MessageKey } from './catalogue.ts'
import { compileMessage } from './compile.ts'
import { currentTranslator } from './current.ts'
import { english } from './en.ts'
import { formatMessage, type MessageValues } from './formatter.ts'

/** Names and types of what an ICU message asks for. */
type ValuesOf<Text extends string, Value> = Text extends `${string}{${string}`
  ? { [K in keyof GetICUArgs<Text>]: Value }
  : Record<never, never>

/** Nothing for a message without placeholders, else an object with a value for each of them. */
type ArgumentsOf<Text extends string, Value> = Text extends `${string}{${string}` ? [values: ValuesOf<Text, Value>] : []

export type MessageArguments<K extends MessageKey> = ArgumentsOf<(typeof english)[K], string | number>

/** The same for messages with elements in them. */
export type RichArguments<K extends MessageKey, Element> = ArgumentsOf<(typeof english)[K], string | number | Element>

/**
 * The text of a message in the language of whoever reads it: on the server of the request, in the browser of the page.
 * Numbers are formatted as that language writes them.
 * @example t('alarms.count', { count: 3 }) // '3 alarms'
 */
export function t<K extends MessageKey>(key: K, ...[values]: MessageArguments<K>): string {
  const translator = currentTranslator()
  if (translator !== undefined) return translator.message(key, values)
  return formatMessage(compileMessage(english[key]), 'en', values as MessageValues | undefined)
}

/** The same for a text of a declaration: a label, a help text, the message of a rule. */
export function declared(text: string): string {
  return currentTranslator()?.declared(text) ?? text
}
