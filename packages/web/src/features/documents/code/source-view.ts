import { closeBrackets, closeBracketsKeymap, completionStatus } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { codeTheme } from './code-theme.ts'
import { dataCompletion } from './data-completion.ts'
import { faultMarks } from './fault-marks.ts'
import { typst } from './typst-language.ts'

export interface SourceViewParts {
  /** Where the editor is put. */
  host: HTMLElement
  text: string
  readOnly: boolean
  /** JSON Schema of the data, for completion. */
  schema: unknown
  /** What the editor is called. */
  label: string
  /** How its keys work, for screen readers. */
  help: string
  onChange: (text: string) => void
  /** The line of the cursor, from 1, when somebody has put it there. */
  onLine: (line: number) => void
  /** Tab leaves the editor from now on, or is its own key again. */
  onTabLeaves: (leaves: boolean) => void
}

/**
 * Makes an editor of Typst. It is in a shadow tree: there its styles are sheets made by script, which the content security policy
 * admits; in the page they would be style elements, which it refuses.
 */
export function createSourceView(parts: SourceViewParts): EditorView {
  const { host, text, label, help, onChange, onLine } = parts
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const state = EditorState.create({
    doc: text,
    extensions: [
      editing(parts),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-description': help,
        spellcheck: 'false',
        tabindex: '0',
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString())
        const { state, view, selectionSet, focusChanged } = update
        if ((selectionSet || focusChanged) && view.hasFocus) onLine(state.doc.lineAt(state.selection.main.head).number)
      }),
    ],
  })
  return new EditorView({ state, parent: root, root })
}

function editing({ schema, readOnly, onTabLeaves }: SourceViewParts): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    typst,
    codeTheme,
    faultMarks,
    dataCompletion(schema),
    tabTrap(onTabLeaves),
    typedOverSelection,
    EditorState.readOnly.of(readOnly),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
  ]
}

/** Tab indents until Escape was pressed; whoever comes back to the editor or types has it indent again. */
function tabTrap(onTabLeaves: (leaves: boolean) => void): Extension {
  const set = (view: EditorView, leaves: boolean) => {
    view.setTabFocusMode(leaves)
    onTabLeaves(leaves)
  }
  return [
    keymap.of([
      {
        key: 'Escape',
        run: (view) => {
          if (completionStatus(view.state) !== null) return false
          set(view, true)
          return true
        },
      },
    ]),
    EditorView.updateListener.of(({ view, docChanged }) => docChanged && set(view, false)),
    EditorView.domEventHandlers({ focus: (_event, view) => set(view, false) }),
  ]
}

/**
 * What is typed over a selection is put in by the editor: where the browser does, it styles the new text by an attribute, which the
 * content security policy refuses and says so.
 */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main } = view.state.selection
    const { data: text, inputType } = event
    if (inputType !== 'insertText' || text === null || main.empty || view.composing || view.state.readOnly) return false
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type' })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, main.from, main.to, text, insert))) view.dispatch(insert())
    event.preventDefault()
    return true
  },
})
