import { type EditorState, type Extension, type Range, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass, WidgetType } from '@codemirror/view'
import type { TemplateFault } from '@packhouse/contract'

/** A fault in the words of the reader, perhaps with what mends it. */
export interface ShownFault extends Pick<TemplateFault, 'line' | 'column' | 'endLine' | 'endColumn'> {
  text: string
  fix: { label: string; from: number; to: number; written: string; insert: string } | undefined
}

/** Puts other faults in the place of those that are shown. */
export const setFaults = StateEffect.define<readonly ShownFault[]>()

class FaultNumber extends GutterMarker {
  override elementClass = 'cm-fault-number'
}
const faultNumber = new FaultNumber()

/** The message under a line with a fault. */
class FaultMessage extends WidgetType {
  readonly #fault: ShownFault

  constructor(fault: ShownFault) {
    super()
    this.#fault = fault
  }

  override eq(other: FaultMessage): boolean {
    return JSON.stringify(this.#fault) === JSON.stringify(other.#fault)
  }

  toDOM(view: EditorView): HTMLElement {
    const { text, fix } = this.#fault
    const message = document.createElement('div')
    message.className = 'cm-fault'
    const words = document.createElement('span')
    words.textContent = text
    message.append(words)
    if (fix !== undefined) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = fix.label
      button.onclick = () => {
        // The text may have moved since it was compiled; what is compiled next says where it is.
        if (view.state.sliceDoc(fix.from, fix.to) !== fix.written) return
        view.dispatch({ changes: fix, selection: { anchor: fix.from + fix.insert.length } })
        view.focus()
      }
      message.append(button)
    }
    return message
  }

  override ignoreEvent(): boolean {
    return true
  }
}

interface Marks {
  lines: DecorationSet
  numbers: RangeSet<GutterMarker>
}

function marksOf(state: EditorState, faults: readonly ShownFault[]): Marks {
  const found = faults.flatMap((fault) => rangesOf(state, fault))
  const starts = [...new Set(faults.map((fault) => lineOf(state, fault.line).from))]
  return {
    lines: Decoration.set(found, true),
    numbers: RangeSet.of(
      starts.map((from) => faultNumber.range(from)),
      true,
    ),
  }
}

function rangesOf(state: EditorState, fault: ShownFault): Range<Decoration>[] {
  const line = lineOf(state, fault.line)
  const from = Math.min(line.from + fault.column - 1, line.to)
  const last = lineOf(state, fault.endLine)
  const to = Math.min(last.from + fault.endColumn - 1, last.to)
  return [
    Decoration.line({ class: 'cm-fault-line' }).range(line.from),
    ...(to > from ? [Decoration.mark({ class: 'cm-fault-mark' }).range(from, to)] : []),
    Decoration.widget({ widget: new FaultMessage(fault), block: true, side: 1 }).range(line.to),
  ]
}

/** The source may be shorter by now than the one that was compiled. */
function lineOf({ doc }: EditorState, line: number) {
  return doc.line(Math.min(Math.max(line, 1), doc.lines))
}

const marks = StateField.define<Marks>({
  create: (state) => marksOf(state, []),
  update({ lines, numbers }, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setFaults)) return marksOf(transaction.state, effect.value)
    }
    return { lines: lines.map(transaction.changes), numbers: numbers.map(transaction.changes) }
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ lines }) => lines),
    gutterLineClass.from(field, ({ numbers }) => numbers),
  ],
})

/** Lines with faults are marked, with the message below; both move with the text until it is compiled again. */
export const faultMarks: Extension = marks
