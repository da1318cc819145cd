import { type RefCallback, startTransition, useCallback, useState } from 'react'

/** How far outside the window things are already drawn: some rows of cards, so that scrolling meets what is finished. */
const MARGIN = '900px 0px'

const listeners = new WeakMap<Element, (near: boolean) => void>()
let observer: IntersectionObserver | undefined

/** One observer for all that asks. */
function nearObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (changes) => {
      // What is beyond the edge can wait: typing, clicking and scrolling go first.
      startTransition(() => {
        for (const { target, isIntersecting } of changes) listeners.get(target)?.(isIntersecting)
      })
    },
    { rootMargin: MARGIN },
  )
  return observer
}

/** Whether an element is in or near the window. `initially` holds until the browser has looked. */
export function useNear<Node extends Element>(initially: boolean): [RefCallback<Node>, boolean] {
  const [near, setNear] = useState(initially)
  const ref = useCallback<RefCallback<Node>>((node) => {
    if (!node) return
    listeners.set(node, setNear)
    nearObserver().observe(node)
    return () => nearObserver().unobserve(node)
  }, [])
  return [ref, near]
}
