import { StreamLanguage, type StringStream } from '@codemirror/language'

const KEYWORDS = new Set(
  'let set show import include if else for while in break continue return context as not and or'.split(' '),
)
const LITERALS = new Set(['true', 'false', 'none', 'auto'])

interface State {
  /** Depth of block comments, which nest. */
  comment: number
  /** The mark that ends the raw text that is open; empty outside of one. */
  raw: string
}

/**
 * Colours of Typst, line by line: enough to read by. Whether a word is code or text is not known to it; the compiler, which knows, runs on
 * the server.
 */
export const typst = StreamLanguage.define<State>({
  name: 'typst',
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*[)\]}]$/,
  },
  startState: () => ({ comment: 0, raw: '' }),
  token(stream, state) {
    if (state.comment > 0) return inComment(stream, state)
    if (state.raw !== '') return inRaw(stream, state)
    if (stream.sol() && stream.match(/^\s*=+\s/)) {
      stream.skipToEnd()
      return 'heading'
    }
    if (stream.eatSpace()) return null
    if (stream.match('//')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match('/*')) {
      state.comment = 1
      return inComment(stream, state)
    }
    if (stream.match(/^`{1,}/)) {
      state.raw = stream.current()
      return inRaw(stream, state)
    }
    return word(stream)
  },
})

function inComment(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match('/*')) state.comment += 1
    else if (stream.match('*/')) state.comment -= 1
    else stream.next()
    if (state.comment === 0) break
  }
  return 'comment'
}

function inRaw(stream: StringStream, state: State): string {
  if (stream.skipTo(state.raw)) {
    stream.match(state.raw)
    state.raw = ''
  } else stream.skipToEnd()
  return 'string'
}

function word(stream: StringStream): string | null {
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
  if (stream.match(/^\d+(?:\.\d+)?(?:pt|mm|cm|in|em|fr|deg|rad|%)?(?![\w-])/)) return 'number'
  if (stream.match(/^#?[A-Za-z_][\w-]*/)) return wordToken(stream)
  if (stream.match(/^<[\w-]+>/) || stream.match(/^@[\w-]+/)) return 'labelName'
  stream.next()
  return null
}

function wordToken(stream: StringStream): string | null {
  const name = stream.current().replace('#', '')
  if (KEYWORDS.has(name)) return 'keyword'
  if (LITERALS.has(name)) return 'atom'
  return stream.peek() === '(' || stream.peek() === '[' ? 'variableName.function' : 'variableName'
}
