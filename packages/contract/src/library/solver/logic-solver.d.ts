/** What the tests use of logic-solver 2.0.1, which has no types. */
declare module 'logic-solver' {
  /** A formula, or the name of a variable. */
  export type Formula = object | string
  export interface Solution {
    evaluate(formula: Formula): boolean
  }
  export class Solver {
    require(...formulas: Formula[]): void
    /** Whether all that was required can hold together with the formula; null where it cannot. */
    solveAssuming(formula: Formula): Solution | null
  }
  interface Logic {
    Solver: typeof Solver
    TRUE: Formula
    FALSE: Formula
    or(...formulas: (Formula | Formula[])[]): Formula
    and(...formulas: (Formula | Formula[])[]): Formula
    not(formula: Formula): Formula
    atMostOne(...formulas: Formula[]): Formula
    implies(one: Formula, other: Formula): Formula
    /** The sum of whole weights of the formulas that hold, as bits. */
    weightedSum(formulas: Formula[], weights: number[]): object
    constantBits(number: number): object
    lessThanOrEqual(one: object, other: object): Formula
    greaterThanOrEqual(one: object, other: object): Formula
  }
  const logic: Logic
  // biome-ignore lint/style/noDefaultExport: it is what the library exports
  export default logic
}
