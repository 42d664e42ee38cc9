import { readArguments } from './arguments.ts'
import { staleTriggers } from './changes/stale-triggers.ts'

const HELP = `
node scripts/change-triggers.ts >> migrations/NNNN_<word>.sql

Prints the SQL that a migration needs after a change of src/db/change-fields.ts: the triggers that write the change feed.
Prints nothing if the migrations already match.
`

readArguments({ name: 'node scripts/change-triggers.ts', help: HELP, options: {} })
for (const sql of staleTriggers()) console.log(`\n--> statement-breakpoint\n${sql}`)
