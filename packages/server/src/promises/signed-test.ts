import type { PromiseDirection, ShownAcceptanceTest, ShownFigures } from '@packhouse/contract'

type Result = ShownAcceptanceTest['results'][number]
type Signature = NonNullable<ShownAcceptanceTest['signature']>

/** A value as it was signed. Older texts say nothing of the direction and the conditions. */
type SignedResult = Pick<Result, 'name' | 'figure' | 'unit' | 'value'> & {
  direction?: PromiseDirection | undefined
  conditions?: string | null | undefined
}

type SignedTest = Omit<ShownAcceptanceTest, 'signature' | 'results'> & { results: readonly SignedResult[] }

/** What is signed of a test: what was entered of it, with the promises as they were shown. */
export function signedText({
  kind,
  testedOn,
  hours,
  product,
  witness,
  accepted,
  openPoints,
  openPointList,
  results,
}: SignedTest): string {
  const values = results.map(({ name, direction, figure, unit, conditions, value }) => {
    return { name, direction, figure, unit, conditions, value }
  })
  // Tests without words for their open points are of the same text as before there were any.
  const points = openPointList === null ? {} : { openPointList }
  return JSON.stringify({ kind, testedOn, hours, product, witness, accepted, openPoints, ...points, results: values })
}

/** A test with its promises as the device showed them. @param shown undefined of devices that do not say it */
export function asShown(test: Omit<ShownAcceptanceTest, 'signature'>, shown: ShownFigures | undefined): SignedTest {
  if (shown === undefined || shown.some(({ direction }) => direction === undefined)) {
    return { ...test, results: test.results.map((result) => figureAlone({ ...result, ...figureOf(result, shown) })) }
  }
  return { ...test, results: test.results.map((result) => ({ ...result, ...figureOf(result, shown) })) }
}

function figureOf({ promiseId }: Result, shown: ShownFigures = []): Partial<SignedResult> {
  const found = shown.find((one) => promiseId !== null && one.promiseId === promiseId)
  if (found === undefined) return {}
  const { name, direction, figure, unit, conditions = null } = found
  return { name, direction, figure, unit, conditions }
}

function figureAlone({ name, figure, unit, value }: SignedResult): SignedResult {
  return { name, figure, unit, value }
}

/** The values as they were signed, of those that the test has no more in this way; null where it has all of them. */
export function signedResults(signed: string, test: Omit<ShownAcceptanceTest, 'signature'>): Signature['results'] {
  const { results } = JSON.parse(signed) as { results: NonNullable<Signature['results']> }
  const present = comparable(results, test.results).map(signedValue)
  const differing = results.filter((result) => {
    const place = present.indexOf(signedValue(result))
    // Two values may be alike: each is found once.
    if (place >= 0) present.splice(place, 1)
    return place < 0
  })
  return differing.length === 0 ? null : differing
}

function signedValue({ name, direction, figure, unit, conditions, value }: SignedResult): string {
  return JSON.stringify([name, direction, figure, unit, conditions, value])
}

/** What a test has now, as far as the signed text says it. */
function comparable(signed: readonly SignedResult[], now: readonly SignedResult[]): readonly SignedResult[] {
  return signed.some(({ direction }) => direction !== undefined) ? now : now.map(figureAlone)
}

/** Whether a test differs from what was signed of it: also where a promise is another one since. */
export function isChanged(signed: string, test: Omit<ShownAcceptanceTest, 'signature'>): boolean {
  const { results } = JSON.parse(signed) as { results: SignedResult[] }
  const now = signedText({ ...test, results: comparable(results, test.results) })
  return unordered(signed) !== unordered(now)
}

/** Values join promises in the order of these, which nobody has signed. */
function unordered(text: string): string {
  const { results, ...signed } = JSON.parse(text) as { results: object[] }
  return JSON.stringify([signed, results.map((result) => JSON.stringify(result)).sort()])
}
