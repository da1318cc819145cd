import { t } from '@packhouse/messages'
import { useSyncExternalStore } from 'react'
import { AlertIcon, CrossIcon } from './icons.tsx'
import { CheckIcon } from './tool-icons.tsx'

export interface ToastContent {
  message: string
  tone?: 'done' | 'failed'
  /** One thing that can be done about it, such as to undo it. */
  action?: { label: string; run: () => void }
}

interface Toast extends ToastContent {
  id: number
}

/** Long enough to read it and to reach for its button with the keyboard. */
const SHOWN_MS = 10_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** Says what has happened at the foot of the screen, for a while; it outlives the screen that said it. */
export function showToast(content: ToastContent): void {
  lastId += 1
  const id = lastId
  change([...toasts.slice(-2), { ...content, id }])
  setTimeout(() => dismiss(id), SHOWN_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the toasts appear. The region is there before the first one, or a screen reader would not read that one. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <section
      aria-label={t('ui.messages')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-60 grid justify-items-center gap-2 [--focus:var(--bar-focus)]"
    >
      {shown.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastView({ toast }: { toast: Toast }) {
  const Shape = toast.tone === 'failed' ? AlertIcon : CheckIcon
  return (
    <div className="pointer-events-auto flex max-w-[min(640px,100%)] items-center gap-2.5 rounded-panel border border-line-2 bg-overlay py-2 pr-2 pl-3.5 text-on-bar shadow-float">
      <Shape />
      <span className="min-w-0 wrap-anywhere">{toast.message}</span>
      {toast.action && (
        <button
          type="button"
          className="ml-3 rounded-control px-2 py-1 font-medium text-bar-focus underline underline-offset-3 max-md:min-h-11"
          onClick={() => {
            dismiss(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('ui.dismiss')}
        className="grid size-8 place-items-center rounded-control hover:bg-on-bar/10 max-md:size-11"
        onClick={() => dismiss(toast.id)}
      >
        <CrossIcon />
      </button>
    </div>
  )
}
