import PTP
