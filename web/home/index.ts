import { enableCopying } from '../shared/copying.ts'

enableCopying()
