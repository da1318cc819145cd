const RealDate = Date

/** Sets the clock of this process to another time, as a person or a time server may; it goes on from there. */
export class WallClock {
  /** @param byMs ahead of the real time; behind it where it is below zero */
  shift(byMs: number): void {
    class ShiftedDate extends RealDate {
      constructor(...given: [] | [number | string | Date]) {
        if (given.length === 0) super(RealDate.now() + byMs)
        else super(...given)
      }

      static override now(): number {
        return RealDate.now() + byMs
      }
    }
    globalThis.Date = ShiftedDate as DateConstructor
  }

  restore(): void {
    globalThis.Date = RealDate
  }
}
