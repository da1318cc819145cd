import { capitalize } from '../../../resource/words.ts'

/** Why a message was refused, in a word or two: `topic_unknown` becomes `Topic unknown`. */
export function codeWords(code: string): string {
  return capitalize(code.replaceAll('_', ' ')).replace(/\bjson\b/i, 'JSON')
}
