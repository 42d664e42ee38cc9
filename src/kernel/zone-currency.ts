import { lazy } from './lazy.ts'

/** Zones in which people pay in another currency than EUR. An IANA zone belongs to one country. */
const ZONES_BY_CURRENCY = {
  GBP: 'Europe/London Europe/Belfast Europe/Guernsey Europe/Jersey Europe/Isle_of_Man GB',
  CHF: 'Europe/Zurich Europe/Vaduz Europe/Busingen',
  SEK: 'Europe/Stockholm',
  NOK: 'Europe/Oslo Arctic/Longyearbyen',
  DKK: 'Europe/Copenhagen Atlantic/Faroe Atlantic/Faeroe',
  ISK: 'Atlantic/Reykjavik',
  PLN: 'Europe/Warsaw Poland',
  CZK: 'Europe/Prague',
  HUF: 'Europe/Budapest',
  RON: 'Europe/Bucharest',
  TRY: 'Europe/Istanbul Turkey Asia/Istanbul',
  UAH: 'Europe/Kyiv Europe/Kiev',
  RSD: 'Europe/Belgrade',
  USD: 'America/New_York America/Detroit America/Chicago America/Denver America/Boise America/Phoenix America/Los_Angeles America/Anchorage Pacific/Honolulu America/Puerto_Rico US/Eastern US/Central US/Mountain US/Pacific US/Alaska US/Hawaii US/Arizona',
  CAD: 'America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax America/Regina America/St_Johns America/Montreal America/Moncton America/Whitehorse',
  MXN: 'America/Mexico_City America/Monterrey America/Tijuana America/Cancun America/Merida America/Chihuahua',
  BRL: 'America/Sao_Paulo America/Bahia America/Fortaleza America/Recife America/Manaus America/Belem America/Cuiaba Brazil/East',
  ARS: 'America/Argentina/Buenos_Aires America/Buenos_Aires America/Argentina/Cordoba',
  CLP: 'America/Santiago',
  COP: 'America/Bogota',
  PEN: 'America/Lima',
  JPY: 'Asia/Tokyo Japan',
  CNY: 'Asia/Shanghai Asia/Urumqi PRC',
  HKD: 'Asia/Hong_Kong Hongkong',
  SGD: 'Asia/Singapore Singapore',
  INR: 'Asia/Kolkata Asia/Calcutta',
  KRW: 'Asia/Seoul ROK',
  TWD: 'Asia/Taipei ROC',
  THB: 'Asia/Bangkok',
  MYR: 'Asia/Kuala_Lumpur',
  IDR: 'Asia/Jakarta Asia/Makassar Asia/Jayapura',
  PHP: 'Asia/Manila',
  AED: 'Asia/Dubai',
  SAR: 'Asia/Riyadh',
  ILS: 'Asia/Jerusalem Asia/Tel_Aviv Israel',
  KWD: 'Asia/Kuwait',
  QAR: 'Asia/Qatar',
  BHD: 'Asia/Bahrain',
  OMR: 'Asia/Muscat',
  JOD: 'Asia/Amman',
  EGP: 'Africa/Cairo Egypt',
  MAD: 'Africa/Casablanca',
  TND: 'Africa/Tunis',
  ZAR: 'Africa/Johannesburg',
  NGN: 'Africa/Lagos',
  KES: 'Africa/Nairobi',
  GHS: 'Africa/Accra',
  AUD: 'Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth Australia/Adelaide Australia/Hobart Australia/Darwin Australia/Canberra Australia/Lord_Howe',
  NZD: 'Pacific/Auckland Pacific/Chatham NZ',
}

const CURRENCIES = lazy(
  () =>
    new Map(
      Object.entries(ZONES_BY_CURRENCY).flatMap(([currency, zones]) =>
        zones.split(' ').map((zone) => [zone, currency] as const),
      ),
    ),
)

/** Returns the currency of the zone's country, or EUR for zones that aren't listed here. */
export const currencyOfZone = (zone: string) => CURRENCIES().get(zone) ?? 'EUR'
