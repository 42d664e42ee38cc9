import { getPHPLoaderModule } from '@php-wasm/node-8-4'
import { loadPHPRuntime, PHP } from '@php-wasm/universal'
import { beforeAll, describe, expect, it } from 'vitest'
import { base64 } from '../../src/kernel/crypto.ts'
import { applePass } from '../../src/modules/wallet/apple-pass.ts'
import { languageOf } from '../../src/words/words.ts'
import type { TicketFacts } from '../../src/modules/wallet/ticket-facts.ts'
import { ROOT, signer, walletSettings } from '../support/pass-authority.ts'

/**
 * PHP comes with OpenSSL and libzip, which share no code with `applePass()`. A pass that both accept should open on
 * phones.
 */
const READ = `<?php
$zip = new ZipArchive();
if ($zip->open('/pass.pkpass', ZipArchive::CHECKCONS) !== true) die('"no ZIP"');
$names = [];
for ($at = 0; $at < $zip->numFiles; $at++) $names[] = $zip->getNameIndex($at);
$hashes = json_decode($zip->getFromName('manifest.json'), true);
$true = true;
foreach ($hashes as $name => $hash) $true = $true && sha1($zip->getFromName($name)) === $hash;
file_put_contents('/signature', $zip->getFromName('signature'));
$flags = OPENSSL_CMS_DETACHED | OPENSSL_CMS_BINARY;
$verify = function ($manifest) use ($flags) {
  file_put_contents('/manifest', $manifest);
  return openssl_cms_verify('/manifest', $flags, null, ['/root.pem'], null, null, null, '/signature', OPENSSL_ENCODING_DER);
};
$icons = array_map(fn ($name) => getimagesizefromstring($zip->getFromName($name))[0], ['icon.png', 'icon@2x.png', 'icon@3x.png']);
echo json_encode([
  'names' => $names,
  'listed' => array_keys($hashes),
  'hashes' => $true,
  'icons' => $icons,
  'signed' => $verify($zip->getFromName('manifest.json')),
  'tampered' => $verify(str_replace('pass', 'Pass', $zip->getFromName('manifest.json'))),
  'pass' => json_decode($zip->getFromName('pass.json')),
]);`

const facts = {
  guest: { id: 'gst_1', firstName: 'Zoë', lastName: '🚀', qrCode: 'qr_0123456789012345678901', shortCode: 'K7M2QF' },
  ticketName: 'Größe "M"',
  event: {
    id: 'evt_1',
    title: 'Fête de l’été',
    description: null,
    startAt: '2027-06-18T17:00:00.000Z',
    endAt: '2027-06-18T21:00:00.000Z',
    timezone: 'Europe/Lisbon',
    allDay: false,
    location: null,
    meetingUrl: null,
  },
  calendar: { name: '港' },
  manageUrl: 'https://calendar.test/r/1.2',
  isValid: true,
  language: languageOf('pt'),
} as unknown as TicketFacts

const wallet = {
  passTypeId: walletSettings.APPLE_PASS_TYPE_ID,
  teamId: walletSettings.APPLE_PASS_TEAM_ID,
  signer,
  pushUrl: null,
}
const packed = (by = signer) =>
  applePass(
    facts,
    'token',
    { ...wallet, signer: by },
    { config: { baseUrl: 'https://calendar.test/api' } as never, now: Date.now() },
  )

let php: PHP
const readByPhp = async (pass: Uint8Array) => {
  php.writeFile('/pass.pkpass', pass)
  php.writeFile('/root.pem', ROOT)
  const answer = await php.runStream({ code: READ })
  const [text, errors] = await Promise.all([answer.stdoutText, answer.stderrText])
  if (errors !== '') throw new Error(errors)
  return JSON.parse(text) as Record<string, unknown>
}

beforeAll(async () => {
  php = new PHP(await loadPHPRuntime(await getPHPLoaderModule(), {}))
})

describe('applePass, read by PHP', () => {
  it('returns a ZIP with a SHA-1 manifest of every file and a signature that chains to the root', async () => {
    const files = ['pass.json', 'icon.png', 'icon@2x.png', 'icon@3x.png']
    expect(await readByPhp(await packed())).toMatchObject({
      names: [...files, 'manifest.json', 'signature'],
      listed: files,
      hashes: true,
      icons: [29, 58, 87],
      signed: true,
      tampered: false,
      pass: {
        description: 'Fête de l’été',
        organizationName: '港',
        barcodes: [{ message: facts.guest.qrCode, altText: 'K7M-2QF' }],
      },
    })
  })

  it('fails signature verification when signed with a key that doesn’t match the certificate', async () => {
    const { privateKey } = (await crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ['sign', 'verify'],
    )) as CryptoKeyPair
    const key = base64((await crypto.subtle.exportKey('pkcs8', privateKey)) as ArrayBuffer)
    expect(await readByPhp(await packed({ ...signer, key }))).toMatchObject({ hashes: true, signed: false })
  })
})
