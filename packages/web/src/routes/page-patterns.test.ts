import { expect, test } from 'vitest'
import { pagePatternsOf } from './page-patterns.ts'

const RECORDED = '../../../contract/src/insight/analytics/page-patterns.ts'

test('the pages that the server knows by name are those of the web; `npm run pages:record` records them', async () => {
  const lines = pagePatternsOf().map((pattern) => `  '${pattern}',\n`)
  const text = `/** Every page of the web for signed-in people. Recorded by \`npm run pages:record\`; a test compares it with the features. */
export const pagePatterns: readonly string[] = [
${lines.join('')}]
`
  await expect(text).toMatchFileSnapshot(RECORDED)
})
