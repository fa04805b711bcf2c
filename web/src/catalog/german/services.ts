// Types that ask the platforms which services run on: Prometheus.
export const services = {
  // prometheus
  'Prometheus metric': 'Prometheus-Metrik',
  'Compares the value of a metric on a page of metrics, or of a PromQL query to a Prometheus server.':
    'Vergleicht den Wert einer Metrik auf einer Metrikseite oder den einer PromQL-Abfrage an einen Prometheus-Server.',
  'The URL of the page of metrics; with a query, of the Prometheus server':
    'Die URL der Metrikseite; bei einer Abfrage die des Prometheus-Servers',
  Metric: 'Metrik',
  'Metric on the page, with matchers of its labels as in PromQL':
    'Metrik auf der Seite, mit Bedingungen für ihre Labels wie in PromQL',
  'PromQL query': 'PromQL-Abfrage',
  'Query to the Prometheus server at the URL, instead of a metric on a page':
    'Abfrage an den Prometheus-Server unter der URL, anstelle einer Metrik auf einer Seite',
  'Several samples': 'Mehrere Werte',
  'The value if several samples match': 'Was gilt, wenn mehrere Werte passen',
  Sum: 'Summe',
  Average: 'Durchschnitt',
  Smallest: 'Kleinster',
  Largest: 'Größter',
  First: 'Erster',
  'Smallest value that is fine': 'Kleinster Wert, der in Ordnung ist',
  'At most': 'Höchstens',
  'Largest value that is fine': 'Größter Wert, der in Ordnung ist',
  'Value of the metric or query': 'Wert der Metrik oder der Abfrage',
  'In range': 'Im Bereich',
  'Value is in its expected range (1 yes)': 'Der Wert liegt im erwarteten Bereich (1 ja)',
  'Samples that match': 'Werte, die passen',
  'Value Out of Range': 'Wert außerhalb des Bereichs',
  'with an expected range': 'bei einem erwarteten Bereich',
}
