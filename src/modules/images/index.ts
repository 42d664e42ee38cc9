export { sweepImages } from './sweep-images.ts'
