import type { EditorView } from '@codemirror/view'
import { t } from '@packhouse/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ShownFault, setFaults } from './fault-marks.ts'
import { createSourceView } from './source-view.ts'

/** Where the cursor is to go; each one is gone to once. */
export interface Jump {
  source: string
  line: number
  column: number
}

export interface SourceEditorProps {
  /** The name of the source. */
  name: string
  text: string
  readOnly: boolean
  schema: unknown
  faults: readonly ShownFault[]
  jump: Jump | undefined
  onChange: (text: string) => void
  onLine: (line: number) => void
}

/** The source of a template or a partial. Another text from outside, such as an older version, can be undone like typing. */
export function SourceEditor(props: SourceEditorProps) {
  const { name, text, faults, jump } = props
  const [tabLeaves, setTabLeaves] = useState(false)
  const { host, view } = useSourceView(props, setTabLeaves)
  useEffect(() => {
    if (!view || view.state.doc.toString() === text) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
  }, [view, text])
  useEffect(() => view?.dispatch({ effects: setFaults.of(faults) }), [view, faults])
  useEffect(() => {
    if (view && jump?.source === name) goTo(view, jump)
  }, [view, jump, name])
  return (
    <>
      <div className="relative h-full after:pointer-events-none after:absolute after:inset-0 after:outline-focus focus-within:after:outline-2 focus-within:after:-outline-offset-2">
        <div ref={host} className="isolate h-full" />
      </div>
      <p role="status" className="sr-only">
        {tabLeaves && t('documents.tabLeavesNow')}
      </p>
    </>
  )
}

function useSourceView(
  { name, text, readOnly, schema, onChange, onLine }: SourceEditorProps,
  onTabLeaves: (leaves: boolean) => void,
) {
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView>()
  const change = useEffectEvent(onChange)
  const line = useEffectEvent(onLine)
  const firstText = useEffectEvent(() => text)
  useEffect(() => {
    if (!host.current) return
    const made = createSourceView({
      host: host.current,
      text: firstText(),
      readOnly,
      schema,
      label: t('documents.sourceOf', { name }),
      help: t('documents.escapeThenTabLeaves'),
      onChange: (next) => change(next),
      onLine: (number) => line(number),
      onTabLeaves,
    })
    setView(made)
    return () => made.destroy()
  }, [name, readOnly, schema, onTabLeaves])
  return { host, view }
}

function goTo(view: EditorView, { line, column }: Jump): void {
  const { doc } = view.state
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true })
  view.focus()
}
