import { t } from '@packhouse/messages'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { AlertIcon, CrossIcon } from './icons.tsx'
import { liftOf } from './toast-place.ts'
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

let shownToast: Toast | undefined
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Toast | undefined): void {
  shownToast = next
  for (const listener of listeners) listener()
}

function dismiss(id: number): void {
  if (shownToast?.id === id) change(undefined)
}

/** Says what has happened at the foot of the screen, for a while, in place of what was said before; it outlives the screen that said it. */
export function showToast(content: ToastContent): void {
  lastId += 1
  const id = lastId
  change({ ...content, id })
  setTimeout(() => dismiss(id), SHOWN_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Where the toast appears: one place for all of them, over the screen, which does not move for it. The region is there before the first one,
 * or a screen reader would not read that one.
 */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => shownToast)
  const region = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = region
    if (current === null || shown === undefined) return
    const place = () => {
      // Not from under the focus. The pointer is where it pressed, which may be what the toast covers.
      if (!current.matches(':focus-within')) current.style.bottom = `${liftOf(current)}px`
    }
    place()
    // What it must not cover may come after it, such as the bar of a form that was saved.
    const changes = new MutationObserver(place)
    changes.observe(document.body, { childList: true, subtree: true })
    addEventListener('resize', place)
    return () => {
      changes.disconnect()
      removeEventListener('resize', place)
    }
  }, [shown])
  return (
    <section
      ref={region}
      aria-label={t('ui.messages')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 grid justify-items-center px-4 [--focus:var(--bar-focus)]"
    >
      {shown && <ToastView key={shown.id} toast={shown} />}
    </section>
  )
}

function ToastView({ toast }: { toast: Toast }) {
  const Shape = toast.tone === 'failed' ? AlertIcon : CheckIcon
  return (
    <div className="pointer-events-auto my-2 flex max-w-[min(640px,100%)] items-center gap-2.5 rounded-panel border border-line-2 bg-overlay py-2 pe-2 ps-3.5 text-on-bar shadow-float">
      <Shape />
      <span className="min-w-0 wrap-anywhere">{toast.message}</span>
      {toast.action && (
        <button
          type="button"
          className="ms-3 rounded-control px-2 py-1 font-medium text-bar-focus underline underline-offset-3 max-md:min-h-11"
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
