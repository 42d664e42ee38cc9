import { readArguments } from './arguments.ts'
import { staleTriggers } from './changes/stale-triggers.ts'

const HELP = `
node scripts/change-triggers.ts >> migrations/NNNN_<word>.sql

Prints what a migration must say after src/db/change-fields.ts was changed: the triggers that write the feed of changes.
Nothing where the migrations say it already.
`

readArguments({ name: 'node scripts/change-triggers.ts', help: HELP, options: {} })
for (const sql of staleTriggers()) console.log(`\n--> statement-breakpoint\n${sql}`)
