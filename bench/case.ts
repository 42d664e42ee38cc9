import type { Row } from './harness.ts'
import type { Stand } from './stand.ts'

/** A bench by the name that `--only` takes; names that begin alike are run together. */
export interface Case {
  name: string
  run(stand: Stand): Promise<Row>
}
