import type { english } from './en.ts'

/** The key of a message: its area, a dot, and what it is about. */
export type MessageKey = keyof typeof english

/** All texts of a language. */
export interface Catalogue {
  /** BCP 47, as `Accept-Language` and an account name it. */
  language: string
  /** The language's name in itself. */
  name: string
  /** ICU messages by key. */
  messages: Readonly<Record<MessageKey, string>>
  /** Labels, help and rules of the contract's declarations, by their English text. */
  declared: Readonly<Record<string, string>>
}
