import { loadTexts } from 'virtual:messages'
import { setTranslator } from '@packhouse/messages/current'
import { declaredText } from '@packhouse/messages/declared-text'
import { type CompiledMessage, formatMessage, type MessageValues } from '@packhouse/messages/formatter'
import { isValidElement, type ReactNode } from 'react'
import { language, locale } from './page-language.ts'

/** Other modules wait for it: their texts are read while they are loaded. English is part of the code. */
const texts = await loadTexts(language)

setTranslator({ message: (key) => key, declared: (text) => (texts ? declaredText(texts.declared, text) : text) })

/** What the build makes of `t('…')`: the id of the message and its English text stand in place of the key. */
export function translate(id: string, english: CompiledMessage, values?: MessageValues): string {
  return formatMessage(texts?.messages[id] ?? english, locale, values)
}

/** Marks the place of an element in a text. Values lose such characters, which have no meaning in text. */
const mark = (index: number) => String.fromCharCode(0xe000 + index)

/** What the build makes of `rich('…')`. */
export function translateRich(
  id: string,
  english: CompiledMessage,
  values: Readonly<Record<string, ReactNode>>,
): ReactNode[] {
  const elements: ReactNode[] = []
  const plain = Object.entries(values).map(([name, value]) => {
    if (!isValidElement(value))
      return [name, typeof value === 'number' ? value : String(value).replace(/[\ue000-\uf8ff]/g, '\ufffd')]
    elements.push(value)
    return [name, mark(elements.length - 1)]
  })
  const text = translate(id, english, Object.fromEntries(plain))
  return text
    .split(/([\ue000-\uf8ff])/)
    .map((part, index) => (index % 2 === 0 ? part : elements[part.charCodeAt(0) - 0xe000]))
}
