import { useLayoutEffect, useRef, useState } from 'react'
import { declared } from '../../../resource/registry.ts'

/** The name of a section, typed in its row. */
export function SectionNameEditor(props: { name: string; onCommit: (name: string) => void; onCancel: () => void }) {
  const [name, setName] = useState(props.name)
  const input = useRef<HTMLInputElement>(null)
  const isLeft = useRef(false)
  useLayoutEffect(() => input.current?.focus(), [])
  const leave = (isCommitted: boolean) => {
    if (isLeft.current) return
    isLeft.current = true
    if (isCommitted && name.trim() !== '') props.onCommit(name.trim())
    else props.onCancel()
  }
  return (
    <input
      ref={input}
      value={name}
      maxLength={100}
      aria-label={declared('projectItem').fields.section?.label}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => leave(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter' || event.key === 'Escape') leave(event.key === 'Enter')
      }}
      className="absolute inset-0 z-10 w-full bg-surface px-2 text-13 font-semibold text-text outline-2 -outline-offset-2 outline-focus"
    />
  )
}
