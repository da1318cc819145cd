/** Whether a pointer is pressed; the page has one such state. */
let isPressed = false

for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
  const note = () => {
    isPressed = type === 'pointerdown'
  }
  // Code that is only imported, as by a test, may have no window.
  globalThis.addEventListener?.(type, note, { capture: true })
}

/**
 * Runs now or, while a pointer is pressed, once it was released and its click has happened. What appears between the two would move the button away
 * from under the pointer, and the press would be lost.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run()
    return
  }
  const controller = new AbortController()
  const end = () => {
    controller.abort()
    setTimeout(run)
  }
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { signal: controller.signal })
}
