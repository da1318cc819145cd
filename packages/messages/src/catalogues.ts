import type { Catalogue } from './catalogue.ts'
import { choiceWords } from './choice-words.ts'
import { german } from './de.ts'
import { english } from './en.ts'

/** The languages of the product, the one of the declarations first: its texts stand for themselves, but for some choices. A new one is a file and a line here. */
export const catalogues: readonly [Catalogue, ...Catalogue[]] = [
  { language: 'en', name: 'English', messages: english, declared: choiceWords },
  german,
]
