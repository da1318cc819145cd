const CONTROLS = ['button', 'input', 'select', 'textarea', 'a[href]'].join()

/** Upper and lower edge, px from the top of the screen. */
interface Edges {
  top: number
  bottom: number
}

/**
 * How far above the foot of the screen something is that covers none of the controls there; 0 where it would have to be in the upper half.
 * @param controls those across which it would be
 */
export function liftOver(controls: readonly Edges[], height: number, screen: number): number {
  let bottom = screen
  while (bottom - height >= screen / 2) {
    const covered = controls.filter((control) => control.top < bottom && control.bottom > bottom - height)
    if (covered.length === 0) return screen - bottom
    bottom = Math.min(...covered.map(({ top }) => top))
  }
  return 0
}

/** How far above the foot of the screen the toast in a region is: over the buttons of a bar or a drawer, which are used next. */
export function liftOf(region: HTMLElement): number {
  const toast = region.firstElementChild
  if (toast === null) return 0
  const { left, right } = toast.getBoundingClientRect()
  const controls = [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    const box = control.getBoundingClientRect()
    const isAcross = box.left < right && box.right > left && box.bottom > innerHeight / 2 && box.top < innerHeight
    return isAcross && !region.contains(control) && isInSight(control, box, region) ? [box] : []
  })
  return liftOver(controls, region.offsetHeight, innerHeight)
}

/** Whether nothing but the toast is over the middle of a control. */
function isInSight(control: Element, { left, top, width, height }: DOMRect, region: HTMLElement): boolean {
  const above = document.elementsFromPoint(left + width / 2, top + height / 2).find((one) => !region.contains(one))
  return above !== undefined && control.contains(above)
}
