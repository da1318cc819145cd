/** The import rules of docs/ARCHITECTURE.md, "Who may import whom". */
const ours = '^(packages|e2e|bench|scripts)/'
/**
 * What the areas of the server stand on: the way of a record, from the model that all of them share up to the connections. Each
 * imports those before it, and nothing of those behind.
 */
const roomsInOrder = ['telemetry', 'live', 'history', 'ingest', 'connect']
const rooms = roomsInOrder.join('|')
const belowAreas = `platform|engine|${rooms}`

/** A rule that forbids files under `from` to import anything of ours but files under `allowed`. */
function only(name, from, allowed) {
  return { name, severity: 'error', from: { path: from }, to: { path: ours, pathNot: allowed } }
}

export default {
  forbidden: [
    // Types are gone when the code runs, so they may refer to each other.
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.css$|^virtual:' },
    },
    only('messages-import-nothing-of-ours', '^packages/messages/', '^packages/messages/'),
    only('contract-imports-only-messages', '^packages/contract/', '^packages/(contract|messages)/'),
    only('web-imports-only-contract-and-messages', '^packages/web/', '^packages/(web|contract|messages)/'),
    only('simulator-imports-nothing-of-server', '^packages/simulator/', '^packages/(simulator|contract|messages)/'),
    only('server-imports-only-contract-and-messages', '^packages/server/src/', '^packages/(server|contract|messages)/'),
    only(
      'server-platform-is-the-base',
      '^packages/server/src/platform/',
      '^packages/(server/(src/platform|test/support)|contract|messages)/',
    ),
    only(
      'server-engine',
      '^packages/server/src/engine/',
      '^packages/(server/(src/(platform|engine)|test/support)|contract|messages)/',
    ),
    // Every folder beside these is an area; none is named, so that a new one is held to the rules too.
    {
      name: 'server-area-through-its-area-file',
      severity: 'error',
      from: { path: '^packages/server/src/([^/]+)/' },
      to: {
        path: '^packages/server/src/[^/]+/',
        pathNot: ['^packages/server/src/$1/', `^packages/server/src/(${belowAreas})/`, '/area\\.ts$'],
      },
    },
    ...roomsInOrder.map((room, index) =>
      only(
        `server-room-${room}`,
        `^packages/server/src/${room}/`,
        `^packages/(server/(src/(platform|engine|${roomsInOrder.slice(0, index + 1).join('|')})|test/support)/|(contract|messages)/)`,
      ),
    ),
    {
      name: 'server-rooms-through-their-index',
      severity: 'error',
      from: { path: '^packages/server/src/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: `^packages/server/src/(${rooms})/`, pathNot: ['^packages/server/src/$1/', '/index\\.ts$'] },
    },
    {
      name: 'server-nobody-imports-the-composition',
      severity: 'error',
      from: { path: '^packages/server/src/[^/]+/' },
      to: { path: '^packages/server/src/(app|main|index)\\.ts$' },
    },
    only(
      'web-lib-and-ui-are-the-base',
      '^packages/web/src/(lib|ui)/',
      '^packages/(web/src/(lib|ui)|contract|messages)/',
    ),
    only(
      'web-entities',
      '^packages/web/src/entities/',
      '^packages/(web/src/(lib|ui|resource|entities)|contract|messages)/',
    ),
    only('web-resource-kit', '^packages/web/src/resource/', '^packages/(web/src/(lib|ui|resource)|contract|messages)/'),
    {
      name: 'web-no-feature-imports-another',
      severity: 'error',
      from: { path: '^packages/web/src/features/([^/]+)/' },
      to: { path: '^packages/web/src/(features|routes)/', pathNot: '^packages/web/src/features/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|data)/' },
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    extraExtensionsToScan: [],
  },
}
