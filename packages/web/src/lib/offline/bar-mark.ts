import type { ComponentType } from 'react'

let mark: ComponentType | undefined
let listener: () => void = () => undefined

/** Puts the mark of what waits to be sent into the top bar. Its code comes behind the first screen, which does not wait for it. */
export function setBarMark(component: ComponentType): void {
  mark = component
  listener()
}

export const barMark = {
  read: () => mark,
  subscribe(changed: () => void) {
    listener = changed
    return () => {
      listener = () => undefined
    }
  },
}
