export { toCheckpoint } from './checkpoints.ts'
export { Checkpoint } from './checkpoints.schema.ts'
export { checkpointsNamed, checkpointsOf, findCheckpoint } from './checkpoints.store.ts'
