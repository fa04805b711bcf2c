// Site types: sitemap, favicon, CDN, Brotli, technology.
export const sites = {
  // sitemap
  'Fetches a sitemap and requests some of the listed pages to find broken ones.':
    'Holt eine Sitemap und ruft einige ihrer Seiten ab, um defekte zu finden.',
  'URL of the sitemap file': 'URL der Sitemap',
  'Pages to request': 'Seiten, die abgerufen werden',
  'Listed pages to request per check; 0 only reads the sitemap':
    'Wie viele der aufgeführten Seiten eine Prüfung abruft; bei 0 wird nur die Sitemap gelesen',
  'Capture broken URLs': 'Defekte URLs festhalten',
  'Store the URLs of broken pages with the result': 'Die Adressen defekter Seiten mit dem Ergebnis speichern',
  Found: 'Gefunden',
  'Sitemap exists and can be read (1 yes)': 'Die Sitemap ist da und lesbar (1 ja)',
  Broken: 'Anteil defekter Seiten',
  'Share of the requested pages that are broken': 'Anteil der abgerufenen Seiten, die defekt sind',
  'Broken URLs': 'Defekte URLs',
  'Requested pages that are broken': 'Abgerufene Seiten, die defekt sind',
  'URL count': 'Anzahl der URLs',
  'Pages the sitemap lists': 'Seiten, die die Sitemap aufführt',
  'Sitemap Missing': 'Sitemap fehlt',
  'Broken URL Ratio': 'Anteil defekter URLs',

  // favicon
  'Fetches the icon of a site and checks that it exists, is an image and stays the same.':
    'Holt das Symbol einer Website und sagt, ob es da ist, ein Bild ist und gleich bleibt.',
  'URL of the site, or of the icon itself': 'URL der Website oder des Symbols selbst',
  'Site has an icon (1 yes)': 'Die Website hat ein Symbol (1 ja)',
  'Content type match': 'Inhaltstyp passt',
  'Icon is sent as an image (1 yes)': 'Das Symbol wird als Bild gesendet (1 ja)',
  'Size of the icon': 'Größe des Symbols',
  'Icon has changed since the previous check (1 yes)': 'Das Symbol ist ein anderes als bei der Prüfung davor (1 ja)',
  'Favicon Missing': 'Favicon fehlt',

  // cdn
  'Requests an asset and checks which CDN serves it, whether from cache, and how fast.':
    'Ruft eine Datei ab und sagt, welches CDN sie lieferte, ob aus dem Cache und wie schnell.',
  'Full URL of the asset to watch, since caching is per path':
    'Vollständige URL der Datei, denn der Cache gilt je Pfad',
  'Expected provider': 'Erwarteter Anbieter',
  'Name of the CDN that should respond, in upper or lower case':
    'Name des CDN, das antworten soll; Groß- und Kleinschreibung ist egal',
  'Track cache': 'Cache verfolgen',
  'Send two requests per check to see whether the second is served from cache':
    'Je Prüfung zwei Anfragen nacheinander senden und sehen, ob die zweite aus dem Cache kommt',
  Detected: 'Erkannt',
  'A CDN served the asset (1 yes)': 'Ein CDN lieferte die Datei (1 ja)',
  'Provider match': 'Anbieter passt',
  'Detected CDN is the expected one (1 yes)': 'Das erkannte CDN ist das erwartete (1 ja)',
  'Cache hit ratio': 'Trefferquote des Caches',
  'Share of cache hits, 0 to 1; only if the CDN reports it': 'Anteil der Treffer, 0 bis 1; nur, wenn das CDN es sagt',
  'Time to the first byte of the response': 'Zeit bis zum ersten Byte der Antwort',
  'CDN Not Detected': 'CDN nicht erkannt',

  // brotli
  'Brotli compression': 'Brotli-Kompression',
  'Requests a URL and checks whether the response is compressed with Brotli.':
    'Ruft eine URL ab und sagt, ob die Antwort mit Brotli komprimiert kommt.',
  Supported: 'Unterstützt',
  'Response is compressed with Brotli (1 yes)': 'Die Antwort war mit Brotli komprimiert (1 ja)',
  'Brotli Not Supported': 'Brotli nicht unterstützt',

  // cms
  'Detects the content management system of a site and alerts if it is not the expected one.':
    'Erkennt, mit welchem CMS eine Website läuft, und sagt, wenn es nicht das erwartete ist.',
  'URL of a page of the site': 'URL einer Seite der Website',
  'Expected CMS': 'Erwartetes CMS',
  'Name of the expected platform, in upper or lower case':
    'Name der Plattform, auf der die Website laufen soll; Groß- und Kleinschreibung ist egal',
  'A platform was detected (1 yes)': 'Eine Plattform wurde erkannt (1 ja)',
  'Detected platform is the expected one (1 yes)': 'Die erkannte Plattform ist die erwartete (1 ja)',

  // integrity
  'Page integrity': 'Unversehrtheit von Seiten',
  'Compares pages with an accepted baseline and alerts if scripts, forms, headers, links or text were tampered with.':
    'Vergleicht Seiten mit einem angenommenen Stand und sagt, wenn Skripte, Formulare, Header, Links ' +
    'oder Text manipuliert wurden.',
  'The page to watch, or the site whose pages are watched':
    'Die Seite, die beobachtet wird, oder die Website, deren Seiten beobachtet werden',
  Pages: 'Seiten',
  "Pages to compare, as absolute URLs on the target's domain; by default only the target":
    'Seiten, die verglichen werden, als vollständige URLs auf der Domain des Ziels; ohne Angabe nur das Ziel',
  'Allowed text change': 'Text, der sich ändern darf',
  'Percent of the visible text that may change: 50 is low, 25 normal and 10 high sensitivity':
    'Prozent des sichtbaren Texts, die sich ändern dürfen: 50 ist wenig, 25 üblich, 10 sehr empfindlich',
  'Page thresholds': 'Grenzen einzelner Seiten',
  'Percent of the visible text that may change on individual pages, by page URL':
    'Prozent des sichtbaren Texts, die sich auf einzelnen Seiten ändern dürfen: zu jeder URL ihr Prozentsatz',
  'Ignore selectors': 'Ausgelassene Selektoren',
  'CSS selectors of parts to ignore because they change regularly':
    'CSS-Selektoren von Teilen, die sich von selbst ändern und ausgelassen werden',
  'Check headers': 'Header vergleichen',
  'Compare the security headers': 'Die Sicherheits-Header vergleichen',
  'Check script content': 'Inhalt von Skripten vergleichen',
  'Compare the content of scripts, if the plan includes it':
    'Den Inhalt von Skripten vergleichen, wo der Tarif es enthält',
  Render: 'Im Browser aufbauen',
  'Render the page in a real browser to include what scripts add; at most 10 pages':
    'In einem echten Browser aufbauen, damit zu sehen ist, was Skripte hinzufügen; höchstens 10 Seiten',
  'Trusted origins': 'Vertraute Quellen',
  'Sources never reported as new: https://host, or a hostname for every scheme and port':
    'Quellen, die nie als neu gemeldet werden: https://host oder nur der Host für jedes Schema und jeden Port',
  Keywords: 'Schlüsselwörter',
  'Words that indicate tampering, in addition to the built-in ones':
    'Wörter, die Manipulation verraten, neben den eingebauten',
  'Auto accept after': 'Von selbst annehmen nach',
  'Hours after which a change becomes the new baseline; 0 means never. The incident still opens immediately':
    'Stunden, nach denen eine Änderung zum neuen Stand wird; 0 heißt nie. Der Vorfall beginnt trotzdem sofort',
  'Auto accept security': 'Auch Sicherheit von selbst annehmen',
  'Also accept security changes automatically': 'Auch Änderungen an der Sicherheit von selbst annehmen',
}
